package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// patience is how long a guarded process may take to stop before it is killed.
const patience = 3 * time.Second

// guard runs a server that must not outlive its starter: it is stopped when our standard input closes, which the
// kernel does for us even when the starter was killed, and it is killed when we are. Its exit code is ours.
func guard(args []string) int {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: vcsim guard -- command [argument...]")
		return 2
	}

	stop := make(chan os.Signal, 2)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop <- syscall.SIGTERM
	}()

	// Pdeathsig acts when the *thread* that started the child ends, so this thread stays ours.
	runtime.LockOSThread()
	command := exec.Command(args[0], args[1:]...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.SysProcAttr = dieWithParent()
	if err := command.Start(); err != nil {
		fmt.Fprintf(os.Stderr, "guard: %s\n", err)
		return 127
	}

	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	var err error
	select {
	case err = <-done:
	case <-stop:
		err = end(command.Process, done)
	}
	return exitCode(err)
}

func end(process *os.Process, done <-chan error) error {
	_ = process.Signal(syscall.SIGCONT)
	_ = process.Signal(syscall.SIGTERM)
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		_ = process.Kill()
		return <-done
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exit.ExitCode()
	default:
		return 1
	}
}
