/// Output formats of the commands: JSON for programs, tables and pages for people.
///
/// The package does not depend on what the commands print, and starts no thread. Begin with [TextTable] and
/// [JsonParts].
@NullMarked
package dev.vspherecloud.ccm.application.print;

import org.jspecify.annotations.NullMarked;
