@NullMarked
package dev.vspherecloud.kubernetes.review;

import org.jspecify.annotations.NullMarked;
