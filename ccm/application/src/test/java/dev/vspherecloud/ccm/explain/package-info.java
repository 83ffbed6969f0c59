/// What is said of Nodes, word by word.
@NullMarked
package dev.vspherecloud.ccm.explain;

import org.jspecify.annotations.NullMarked;
