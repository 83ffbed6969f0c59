@NullMarked
package dev.vspherecloud.testkit.vim25;

import org.jspecify.annotations.NullMarked;
