package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestMain makes this test binary behave like vcsim.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "guard" {
		os.Exit(guard(os.Args[2:]))
	}
	os.Exit(m.Run())
}

func guarded(t *testing.T, args ...string) (*exec.Cmd, func()) {
	command := exec.Command(os.Args[0], append([]string{"guard"}, args...)...)
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	return command, func() { _ = stdin.Close() }
}

func TestTheChildEndsWithStandardInput(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "work")
	_ = os.Mkdir(folder, 0o700)
	command, closeStdin := guarded(t, "-remove", folder, "--", "sleep", "60")
	begin := time.Now()

	closeStdin()

	_ = command.Wait()
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Error("the folder is still there")
	}
	if time.Since(begin) > 10*time.Second {
		t.Error("the child was waited for")
	}
}

func TestAnOrderlyStopKeepsTheFolder(t *testing.T) {
	folder := t.TempDir()
	command, closeStdin := guarded(t, "-remove", folder, "--", "sleep", "60")

	_ = command.Process.Signal(syscall.SIGTERM)
	closeStdin()

	_ = command.Wait()
	if _, err := os.Stat(folder); err != nil {
		t.Error("the folder is gone")
	}
}

func TestTheExitCodeIsTheChilds(t *testing.T) {
	command, _ := guarded(t, "--", "sh", "-c", "exit 7")

	_ = command.Wait()

	if code := command.ProcessState.ExitCode(); code != 7 {
		t.Errorf("exit code %d", code)
	}
}
