"""The parts of tools/test_packages."""
