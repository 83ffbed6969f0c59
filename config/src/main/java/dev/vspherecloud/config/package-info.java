/// What the operator wrote into `vsphere.conf`, as one immutable [CloudConfig] or as every problem at once.
///
/// Reading has three steps. A dialect's reader turns text into [RawConfig]: texts with their places, nothing judged
/// but the form. [EnvironmentOverrides] works in what environment variables say. [Validation] turns that into records.
/// All go by the one table of keys, [ConfigKey]. What the Go program accepted with a meaning is a warning here at most;
/// only what cannot work is an error. This package reads the configuration file, the CA files and the directory of
/// credentials that it names, and nothing else: it opens no connection and knows no Kubernetes client.
@NullMarked
package dev.vspherecloud.config;

import org.jspecify.annotations.NullMarked;
