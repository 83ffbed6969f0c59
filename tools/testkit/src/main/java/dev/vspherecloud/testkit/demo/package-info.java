/// `make demo`: Nodes become ready before one's eyes, on real servers, by the packaged program.
///
/// [Demo] tells the story; the rest is what one sees of it: Nodes are read from the API server ([NodeView]),
/// followed over time ([Sightings]) and shown ([Display]), as a table that is redrawn on a terminal or as a line
/// for each change.
@NullMarked
package dev.vspherecloud.testkit.demo;

import org.jspecify.annotations.NullMarked;
