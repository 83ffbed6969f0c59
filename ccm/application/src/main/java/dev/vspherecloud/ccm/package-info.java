/// The process: its command line, its wiring by hand, how it starts and how it ends.
///
/// This package alone sees all others. It decides nothing about Nodes: it reads what the operator wants, builds the
/// parts, connects them and stops them in order.
@NullMarked
package dev.vspherecloud.ccm;

import org.jspecify.annotations.NullMarked;
