/// What is said of Nodes, word by word.
@NullMarked
package dev.vspherecloud.ccm.application.explain;

import org.jspecify.annotations.NullMarked;
