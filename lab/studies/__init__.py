"""One module for each study; `lab/study.py` says what a study is."""
