/// What is foretold of Nodes, and in which words.
@NullMarked
package dev.vspherecloud.ccm.application.plan;

import org.jspecify.annotations.NullMarked;
