/// Who asks, and whether he may: both are the cluster's to say.
@NullMarked
package dev.vspherecloud.serving.auth;

import org.jspecify.annotations.NullMarked;
