"""입력 검사."""


def need(condition, sentence):
    if not condition:
        raise ValueError(sentence)
