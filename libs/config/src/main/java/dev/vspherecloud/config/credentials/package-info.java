/// User and password of a vCenter: where they come from, and how a Secret or a directory of files holds those of many.
///
/// The package reads the directory. It knows no Kubernetes client and no vCenter, logs in nowhere, shows no
/// value in any message, and starts no thread. Begin with [CredentialSet].
@NullMarked
package dev.vspherecloud.config.credentials;

import org.jspecify.annotations.NullMarked;
