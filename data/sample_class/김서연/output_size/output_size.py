"""출력 크기 계산 (3주차)."""

from checks import need


def out_size(n, k, p=0, s=1, d=1):
    # 필터가 실제로 덮는 길이
    effective = k + (k - 1) * (d - 1)
    need(n + 2 * p >= effective, "필터가 너무 깁니다")
    return (n + 2 * p - effective + s) // s


def pool_size(n, k, s=None):
    need(k <= n, "창이 너무 깁니다")
    s = k if s is None else s
    return -(-(n - k + 1) // s)


def flat_index(i, j, width):
    need(i >= 1, "행은 1부터")
    need(1 <= j <= width, "열이 범위를 벗어남")
    return i * width - (width - j)


def grid_index(m, width):
    need(m >= 1, "자리는 1부터")
    row = (m + width - 1) // width
    return row, m - (row - 1) * width
