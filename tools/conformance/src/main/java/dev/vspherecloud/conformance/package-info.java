/// The cases that the tests of the Go program have, and the mark of a test of ours that stands for some of them.
@NullMarked
package dev.vspherecloud.conformance;

import org.jspecify.annotations.NullMarked;
