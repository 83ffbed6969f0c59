/// What is said about Nodes that are not as they should be, by whichever controller, and no oftener than is of use.
@NullMarked
package dev.vspherecloud.controllers.complaint;

import org.jspecify.annotations.NullMarked;
