# The runner of the twin and of the tests on the binary: one program on simavr, which is installed as libsimavr-dev.
RUNNER := $(BUILD)/runner

.PHONY: runner
runner: $(RUNNER)

$(RUNNER): $(wildcard sim/*.c sim/*.h) avr/pins.h sim/runner.mk
	@mkdir -p $(BUILD)
	$(CC) -std=gnu11 -O2 -Wall -Wextra -Werror -o $@ $(wildcard sim/*.c) -lsimavr -lelf
