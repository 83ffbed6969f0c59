package dev.vspherecloud.config;

import static dev.vspherecloud.config.Inheritance.EITHER;
import static dev.vspherecloud.config.Inheritance.WHEN_ABSENT;
import static dev.vspherecloud.config.Inheritance.WITHOUT_SECRET;
import static dev.vspherecloud.config.KeyForm.DIRECTORY;
import static dev.vspherecloud.config.KeyForm.FLAG;
import static dev.vspherecloud.config.KeyForm.HOST;
import static dev.vspherecloud.config.KeyForm.HOSTS;
import static dev.vspherecloud.config.KeyForm.KUBERNETES_NAME;
import static dev.vspherecloud.config.KeyForm.LIST;
import static dev.vspherecloud.config.KeyForm.PATHS;
import static dev.vspherecloud.config.KeyForm.PORT;
import static dev.vspherecloud.config.KeyForm.PROXY;
import static dev.vspherecloud.config.KeyForm.SECRET;
import static dev.vspherecloud.config.KeyForm.TEXT;
import static dev.vspherecloud.config.KeyForm.THUMBPRINTS;
import static dev.vspherecloud.config.KeyRow.key;
import static dev.vspherecloud.config.Section.GLOBAL;
import static dev.vspherecloud.config.Section.VCENTER;

/// The keys with which every program that reads `vsphere.conf` connects to its vCenters: address, proxy and TLS,
/// the credentials, and the datacenters. They are a part of each program's [KeyTable].
///
/// Rule from: cloud-provider-vsphere, pkg/common/config and docs/book/cloud_config.md.
public enum VcenterKey implements ConfigKey {
    GLOBAL_SERVER(key("server", HOST, GLOBAL)
            .dormantVariable("VSPHERE_VCENTER")
            .means("The only vCenter, in short form: one of this name and server, with the values of this section.")
            .replacedBy("an entry of its own")),
    ENVIRONMENT_OVERRIDES(key("environmentOverrides", FLAG, GLOBAL)
            .standard("false")
            .ours()
            .means("Let every environment variable of this page count, also those that the Go program reads and"
                    + " never uses.")),
    SERVER(key("server", HOST, VCENTER)
            .indexed("SERVER")
            .means("Host name or address. In INI it may be left out: then it is the name of the section.")),
    PORT_NUMBER(key("port", PORT, GLOBAL, VCENTER)
            .standard("443")
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_VCENTER_PORT")
            .indexed("PORT")
            .means("HTTPS port.")),
    USER(key("user", TEXT, GLOBAL, VCENTER)
            .inherited(WITHOUT_SECRET)
            .dormantVariable("VSPHERE_USER")
            .indexed("USERNAME")
            .means("User, when no Secret and no directory has the credentials.")),
    PASSWORD(key("password", SECRET, GLOBAL, VCENTER)
            .inherited(WITHOUT_SECRET)
            .dormantVariable("VSPHERE_PASSWORD")
            .indexed("PASSWORD")
            .means("The user's password.")),
    SECRET_NAME(key("secretName", KUBERNETES_NAME, GLOBAL, VCENTER)
            .variable("VSPHERE_SECRET_NAME")
            .indexed("SECRET_NAME")
            .means("Kubernetes Secret with the credentials; counts only together with its namespace.")),
    SECRET_NAMESPACE(key("secretNamespace", KUBERNETES_NAME, GLOBAL, VCENTER)
            .variable("VSPHERE_SECRET_NAMESPACE")
            .indexed("SECRET_NAMESPACE")
            .means("Namespace of that Secret.")),
    SECRETS_DIRECTORY(key("secretsDirectory", DIRECTORY, GLOBAL)
            .standard("/etc/cloud/secrets")
            .variable("VSPHERE_SECRETS_DIRECTORY")
            .means("Directory with files of credentials; the default counts only if it exists.")),
    INSECURE_FLAG(key("insecureFlag", FLAG, GLOBAL, VCENTER)
            .standard("false")
            .inherited(EITHER)
            .dormantVariable("VSPHERE_INSECURE")
            .dormantIndexed("INSECURE")
            .means("Do not verify certificates.")),
    CA_FILE(key("caFile", PATHS, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_CAFILE")
            .indexed("CAFILE")
            .means("PEM files with the authorities to trust, instead of the system's.")),
    THUMBPRINT(key("thumbprint", THUMBPRINTS, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_THUMBPRINT")
            .indexed("THUMBPRINT")
            .means("SHA-1 or SHA-256 of the server's certificate; several while one replaces the other.")),
    DATACENTERS(key("datacenters", LIST, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_DATACENTER")
            .indexed("DATACENTERS")
            .means("Where the VMs of Nodes are: names, inventory paths or references. Not given: everywhere.")),
    PROXY_URL(key("proxyUrl", PROXY, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .ours()
            .means("HTTP proxy on the way to the vCenter.")),
    NO_PROXY(key("noProxy", HOSTS, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .ours()
            .means("Servers to be reached without it; `*` means all."));

    private final KeyRow row;

    VcenterKey(KeyRow row) {
        this.row = row;
    }

    @Override
    public KeyRow row() {
        return row;
    }
}
