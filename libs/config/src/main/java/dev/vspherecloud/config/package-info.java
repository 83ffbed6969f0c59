/// The vocabulary of `vsphere.conf`: a program's table of keys, the values as written with their places, and
/// problems.
///
/// Each program has one [KeyTable]: the [VcenterKey]s, which all share, and its own. Texts with their places are a
/// [RawConfig]; [ValueParser] parses a single text. Input that cloud-provider-vsphere (Go) accepts with a meaning
/// is at most a warning; only what cannot work is an error.
///
/// The package knows no dialect's grammar, no file and no program, and starts no thread. Begin with [KeyTable]; to
/// read a file, with `config.vcenter.VsphereConfReader`.
@NullMarked
package dev.vspherecloud.config;

import org.jspecify.annotations.NullMarked;
