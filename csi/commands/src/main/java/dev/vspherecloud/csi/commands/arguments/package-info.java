/// The command line of the program, with the arguments of its commands. Begin with [CsiCommandLine].
@NullMarked
package dev.vspherecloud.csi.commands.arguments;

import org.jspecify.annotations.NullMarked;
