"""Files that are not UTF-8: read as whoever wrote them meant them, so that no answer is lost."""

# ruff: noqa: RUF001 - punctuation of other languages is what is read
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.grading.encodings import decode

WESTERN = """
    Größe der Ausgabe | Maß | für jede Zeile | Änderung | Übung 3: Lösung | Schlüssel öffnen | äöüß
    taille trop élevé | déjà calculé | élève | où est la clé | À FAIRE | coût | reçu | l’entrée
    cœur | fenêtre à gauche
    tamaño | función de activación | ¿por qué? | número de épocas | ¡atención! | año | más rápido
    função | FUNÇÃO DE ATIVAÇÃO | não é válido | dimensões | saída | camada é | atenção
    större än | på höger sida | ÅÄÖ | för många | längd | är | HYVÄÄ TYÖTÄ | näin on
    størrelse | bør være | på række | æøå | è più veloce | perché | città | così
    één rij, coëfficiënt
    “quoted” – it’s … | 90° | x² | 5 µm | 3 € | §a | «étape» | £5 ± ½
"""
EASTERN = {
    "gb18030": """
        激活函数的导数 | 计算输出大小 | 注意：这里要减去最大值 | 返回形状为x的数组 | 交叉熵损失
        矩阵乘法，不要用循环 | 输入x的形状必须是二维 | 先把数据归一化，再训练
        作者：李喆，学号一二三
    """,
    "big5": """
        激活函數的導數 | 計算輸出大小 | 注意：這裡要減去最大值 | 回傳結果 | 矩陣乘法，不要用迴圈
        輸入x的形狀必須是二維 | 功能測試 | 第一步：讀取資料
    """,
    "shift_jis": """
        関数の表示 | 出力の大きさを計算する | ソフトマックス関数 | 最大値を引いてから計算 | 行列の積
        ここで能力を表す | 入力ｘの形 | テスト
    """,
    "euc_jp": "関数の表示 | 出力の大きさを計算する | ソフトマックス関数 | 最大値を引いてから計算",
    "euc_kr": """
        소프트맥스 함수 | 출력 크기를 계산한다 | 최댓값을 먼저 뺀다 | 행렬 곱
        입력 x의 모양은 이차원이다
    """,
}
CODE = '''def output_size(n, k):
    """{0}"""
    if k > n:  # {0}
        raise ValueError(f"{0}{{k}}", '{0}')
    return n - k + 1
'''


def sentences(table: str) -> list[str]:
    return [part.strip() for line in table.strip().splitlines() for part in line.split("|")]


@pytest.mark.parametrize("template", [CODE, "x = 1  # {0}\n"])
@pytest.mark.parametrize("sentence", sentences(WESTERN))
def test_one_western_sentence_is_enough(sentence: str, template: str) -> None:
    text = template.format(sentence)
    decoded = decode(text.encode("cp1252"), "hw.py")
    assert decoded.text == text
    assert "Windows-1252" in decoded.notes[0]


@pytest.mark.parametrize("template", [CODE, "x = 1  # {0}\n"])
@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [(encoding, one) for encoding, table in EASTERN.items() for one in sentences(table)],
)
def test_one_east_asian_sentence_is_enough(encoding: str, sentence: str, template: str) -> None:
    text = template.format(sentence)
    decoded = decode(text.encode(encoding), "hw.py")
    assert (decoded.text, len(decoded.notes)) == (text, 1)


@given(st.data())
def test_any_sentences_of_one_language(data: st.DataObject) -> None:
    encoding = data.draw(st.sampled_from(["cp1252", *EASTERN]))
    known = sentences(EASTERN.get(encoding, WESTERN))
    drawn = data.draw(st.lists(st.sampled_from(known), min_size=1, max_size=6))
    text = "".join(CODE.format(sentence) for sentence in drawn)
    assert decode(text.encode(encoding), "hw.py").text == text
