/// What the operator wrote into `vsphere.conf`, as one immutable [CloudConfig] or as every problem at once.
///
/// Reading has three steps. A dialect's reader turns text into [RawConfig]: texts with their places, nothing judged
/// but the form. [EnvironmentOverrides] works in what environment variables say. [Validation] turns that into records.
/// All go by the one table of keys, [ConfigKey]. What the Go program accepted with a meaning is a warning here at most;
/// only what cannot work is an error. This package reads the configuration file, the CA files and the directory of
/// credentials that it names, and nothing else: it opens no connection and knows no Kubernetes client.
///
/// Who looks for something finds it by the first word of a name:
///
/// | begins with | is about |
/// |---|---|
/// | `Config`, `Cloud`, `Vcenter`, `Connection`, `Tls`, `Proxy`, `Labels`, `Nodes` | what comes out |
/// | `Key`, `Section`, `Dialect` | the table of keys |
/// | `Ini`, `Yaml` | the two forms of the file |
/// | `Raw`, `Value`, `Problem`, `Place`, `Suggestion` | from what is written to what it means |
/// | `Environment`, `Indexed`, `Variables` | environment variables |
/// | `Credential`, `Secret` | keys of Secrets and files of directories |
/// | `Effective`, `Origin` | what a configuration comes to, and which line says so |
/// | `ConfigDocument` | a configuration with its comments, to be written anew |
@NullMarked
package dev.vspherecloud.config;

import org.jspecify.annotations.NullMarked;
