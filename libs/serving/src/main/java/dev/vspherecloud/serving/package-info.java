/// The HTTPS port of the process: its pages, and the limits that keep it serving.
@NullMarked
package dev.vspherecloud.serving;

import org.jspecify.annotations.NullMarked;
