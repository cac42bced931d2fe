"""One module for each study; `lab/study.py` says what a study is."""

NAMES = ["orders", "parallel", "one-pass", "probdd", "cdd", "weights", "synthetic", "programs", "ours"]
