def receptive_field(layers):
    field = 1
    step = 1
    for taps, _, stride, dilation in layers:
        field = field + step * dilation * (taps - 1)
        step = stride
    return field
