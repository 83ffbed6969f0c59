@NullMarked
package dev.vspherecloud.testkit.script;

import org.jspecify.annotations.NullMarked;
