/// The command line: which commands and flags there are, and what the given ones mean.
///
/// [Flag] is the table. [CommandLine] parses arguments into a command. [Options] are the settings of a run or a
/// command, created by the rules of each group of flags. The package does no I/O and starts no thread. It does not
/// know what a controller does.
///
/// Begin with [Flag] and [CommandLine].
@NullMarked
package dev.vspherecloud.ccm.application.flag;

import org.jspecify.annotations.NullMarked;
