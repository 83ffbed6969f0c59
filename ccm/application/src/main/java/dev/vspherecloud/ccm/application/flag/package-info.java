/// Parses the command line: the commands and flags of the program, and their values.
///
/// [Flag] is the table. [CommandLine] parses arguments into a command. [Options] are the settings of a run or a
/// command, created by the rules of each group of flags. The package does no I/O and starts no thread. The package
/// does not know what a controller does.
///
/// Begin with [Flag] and [CommandLine].
@NullMarked
package dev.vspherecloud.ccm.application.flag;

import org.jspecify.annotations.NullMarked;
