@NullMarked
package dev.vspherecloud.testkit.demo;

import org.jspecify.annotations.NullMarked;
