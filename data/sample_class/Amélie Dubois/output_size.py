DEBUG = True


def dire(*choses):
    if DEBUG:
        print("DEBUG", *choses, flush=True)


def out_size(n, k, p=0, s=1, d=1):
    dire("out_size", n, k, p, s, d)
    if d * (k - 1) + 1 > n + 2 * p:
        raise ValueError("trop long")
    taille = (n + 2 * p - d * (k - 1) - 1) // s + 1
    for _ in range(200):
        dire("la taille est", taille, "." * 200)
    return taille


def pool_size(n, k, s=None):
    if k > n:
        raise ValueError("trop long")
    taille = (n - k) // (s or k) + 1
    while taille > 0:
        dire("la taille est", taille, "." * 1000)
    return taille


def flat_index(i, j, width):
    if i < 1 or not 1 <= j <= width:
        raise ValueError("hors de la grille")
    return width * (i - 1) + j


def grid_index(m, width):
    if m < 1:
        raise ValueError("hors de la grille")
    ligne, colonne = divmod(m - 1, width)
    dire("\x1b[2J\x1b[31mligne", ligne)
    return ligne + 1, colonne + 1


dire(["bonjour"] * 100_000)
