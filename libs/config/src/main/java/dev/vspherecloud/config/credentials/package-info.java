/// The user and password of a vCenter: where they are stored, and the format in which a Secret or a directory
/// of files contains those of many vCenters.
///
/// The package reads the directory. It does not use a Kubernetes client, does not log in to a vCenter, shows no
/// value in a message, and starts no thread. Begin with [CredentialSet].
@NullMarked
package dev.vspherecloud.config.credentials;

import org.jspecify.annotations.NullMarked;
