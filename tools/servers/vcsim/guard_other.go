//go:build !linux

package main

import "syscall"

// Other systems have no death signal: there the child ends with standard input only.
func dieWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{}
}
