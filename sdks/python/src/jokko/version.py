"""The version of this package, which is that of the installation that serves it."""

VERSION = "0.2.0"
