@NullMarked
package dev.vspherecloud.testkit.proxy;

import org.jspecify.annotations.NullMarked;
