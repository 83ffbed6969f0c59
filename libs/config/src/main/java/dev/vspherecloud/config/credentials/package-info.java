/// User and password of a vCenter: their sources, and the format in which a Secret or a directory of files
/// contains those of many vCenters.
///
/// The package reads the directory. It knows no Kubernetes client and no vCenter, performs no login, shows no
/// value in any message, and starts no thread. Begin with [CredentialSet].
@NullMarked
package dev.vspherecloud.config.credentials;

import org.jspecify.annotations.NullMarked;
