"""The papers' evaluations over `whittle --json`; see README.md here. Started by `lab/lab`."""
