import torch
from torch import nn
from torch.nn import functional as F


class DigitCNN(nn.Module):
    """Convolution, ReLU, pooling, one linear layer."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 4, kernel_size=3, padding=1)
        self.fc = nn.Linear(4 * 4 * 4, 10)

    def forward(self, X: torch.Tensor) -> torch.Tensor:
        maps = F.relu(self.conv(X))
        pooled = F.max_pool2d(maps, 2)
        return self.fc(pooled.flatten(1))
