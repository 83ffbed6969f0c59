/// Reads `vsphere.conf`: one immutable [CloudConfig], or all problems at once.
///
/// Reading has three steps. The reader of a dialect turns text into a [RawConfig]: texts with their places, of
/// which only the form was checked. [EnvironmentOverrides] applies the environment variables. [Validation] turns
/// the result into records. All use the one table of keys, [ConfigKey]. Input that cloud-provider-vsphere (Go)
/// accepts with a meaning is at most a warning here; only what cannot work is an error.
///
/// The package reads the configuration file, the CA files and the directory of credentials that the file names. It
/// opens no connection, knows no Kubernetes client, does not know how a value is used, and starts no thread.
///
/// Begin with [ConfigReader]. The first word of a class name says what it is about:
///
/// | begins with | is about |
/// |---|---|
/// | `Cloud`, `Vcenter`, `Connection`, `Tls`, `Proxy`, `Labels`, `Nodes`, `Deletion` | the result |
/// | `Key`, `Section`, `Dialect` | the table of keys |
/// | `Ini`, `Yaml` | the two dialects |
/// | `Raw`, `Value`, `Problem`, `Place`, `Suggestion` | from text to meaning |
/// | `Environment`, `Indexed`, `Variables` | environment variables |
/// | `Credential`, `Secret` | keys of Secrets and files of directories |
/// | `Effective`, `Origin` | the effective value of each key, and the line it comes from |
/// | `ConfigDocument`, `ConfigConverter`, `Conversion` | rewriting a configuration, with its comments |
@NullMarked
package dev.vspherecloud.config;

import org.jspecify.annotations.NullMarked;
