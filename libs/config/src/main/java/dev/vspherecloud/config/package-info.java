/// The elements of `vsphere.conf`: a program's table of keys, the values as written with their locations, and
/// problems.
///
/// Each program has one [KeyTable]: the [VcenterKey]s, which all programs share, and its own keys. A
/// [RawConfig] contains texts with their locations; [ValueParser] parses a single text. If
/// cloud-provider-vsphere (Go) accepts an input and the input has a meaning, it is at most a warning; only what
/// cannot work is an error.
///
/// The package does not know the grammar of a dialect, a file or a program, and starts no thread. Begin with
/// [KeyTable]. To read a file, use `config.vcenter.VsphereConfReader`.
@NullMarked
package dev.vspherecloud.config;

import org.jspecify.annotations.NullMarked;
