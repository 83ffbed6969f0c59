/// `make demo`: Nodes become ready in front of you, on real servers, by the packaged program.
///
/// [Demo] is the sequence of steps. Nodes are read from the API server ([NodeView]), followed over time
/// ([NodeStateTimes]) and shown ([Display]): as a table that is redrawn on a terminal, or as a line for each
/// change. The package does not look into the program. Its only thread is a shutdown hook that stops the
/// servers. Begin with [Demo].
@NullMarked
package dev.vspherecloud.testkit.demo;

import org.jspecify.annotations.NullMarked;
