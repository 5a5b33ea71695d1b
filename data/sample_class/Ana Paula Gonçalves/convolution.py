import numpy as np


def corr1d(x, w, stride=1, pad=0):
    # borda repetida para não criar degraus
    x = np.pad(x, pad, 'edge').astype(float)
    k = w.shape[0]
    if x.shape[0] < k:
        raise ValueError('filtro maior que a entrada')
    saida = [x[i:i + k].dot(w) for i in range(0, x.shape[0] - k + 1, stride)]
    return np.array(saida)


def corr2d(X, K, stride=1, pad=0):
    X = np.pad(X, pad, 'edge').astype(float)
    a, l = K.shape
    if X.shape[0] < a or X.shape[1] < l:
        raise ValueError('filtro maior que a imagem')
    linhas = range(0, X.shape[0] - a + 1, stride)
    colunas = range(0, X.shape[1] - l + 1, stride)
    return np.array([[np.vdot(X[i:i + a, j:j + l], K) for j in colunas] for i in linhas])


def true_convolution(X, K):
    return corr2d(np.rot90(X, 2), K)


def conv_layer(X, K, b, stride=1, pad=0):
    mapas = []
    for filtro, vies in zip(K, b):
        canais = [corr2d(canal, nucleo, stride, pad) for canal, nucleo in zip(X, filtro)]
        mapas.append(np.mean(canais, axis=0) + vies)
    return np.array(mapas)
