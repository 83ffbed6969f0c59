//go:build !linux

package main

import "syscall"

// Other systems have no parent death signal. There, the child stops only when standard input closes.
func dieWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{}
}
