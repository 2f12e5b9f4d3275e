"""The Chromium of the tests: Debian's, without the windows around pages. Those have pages of their own, which for each new person
take more of the machine than ours."""

EXECUTABLE = "/usr/bin/chromium-headless-shell"
ARGUMENTS = ["--no-sandbox"]
