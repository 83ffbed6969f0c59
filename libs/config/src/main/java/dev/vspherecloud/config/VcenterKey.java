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
            .means("Host name or IP address of the vCenter, if there is only one. The vCenter gets this name "
                    + "and the other settings of this section.")
            .replacedBy("an entry of its own")),
    ENVIRONMENT_OVERRIDES(key("environmentOverrides", FLAG, GLOBAL)
            .defaultsTo("false")
            .ofThisProject()
            .means("Applies every environment variable of this page, also those that cloud-provider-vsphere "
                    + "(Go) reads and never uses.")),
    SERVER(key("server", HOST, VCENTER)
            .indexed("SERVER")
            .means("Host name or IP address of the vCenter. In INI, the name of the section applies if the "
                    + "key is missing.")),
    PORT_NUMBER(key("port", PORT, GLOBAL, VCENTER)
            .defaultsTo("443")
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_VCENTER_PORT")
            .indexed("PORT")
            .means("HTTPS port of the vCenter.")),
    USER(key("user", TEXT, GLOBAL, VCENTER)
            .inherited(WITHOUT_SECRET)
            .dormantVariable("VSPHERE_USER")
            .indexed("USERNAME")
            .means("User name for vCenter. Used if neither a Secret nor a directory has the credentials.")),
    PASSWORD(key("password", SECRET, GLOBAL, VCENTER)
            .inherited(WITHOUT_SECRET)
            .dormantVariable("VSPHERE_PASSWORD")
            .indexed("PASSWORD")
            .means("Password of `user`.")),
    SECRET_NAME(key("secretName", KUBERNETES_NAME, GLOBAL, VCENTER)
            .variable("VSPHERE_SECRET_NAME")
            .indexed("SECRET_NAME")
            .means("Name of the Kubernetes Secret with the credentials. Has an effect only together with "
                    + "`secretNamespace`.")),
    SECRET_NAMESPACE(key("secretNamespace", KUBERNETES_NAME, GLOBAL, VCENTER)
            .variable("VSPHERE_SECRET_NAMESPACE")
            .indexed("SECRET_NAMESPACE")
            .means("Namespace of the Kubernetes Secret that `secretName` names.")),
    SECRETS_DIRECTORY(key("secretsDirectory", DIRECTORY, GLOBAL)
            .defaultsTo("/etc/cloud/secrets")
            .variable("VSPHERE_SECRETS_DIRECTORY")
            .means("Directory with credential files, for example a mounted Secret. The default applies only "
                    + "if that directory exists.")),
    INSECURE_FLAG(key("insecureFlag", FLAG, GLOBAL, VCENTER)
            .defaultsTo("false")
            .inherited(EITHER)
            .dormantVariable("VSPHERE_INSECURE")
            .dormantIndexed("INSECURE")
            .means("Disables the verification of the server's certificate.")),
    CA_FILE(key("caFile", PATHS, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_CAFILE")
            .indexed("CAFILE")
            .means("PEM files with the CA certificates to trust, instead of the CA certificates of the " + "system.")),
    THUMBPRINT(key("thumbprint", THUMBPRINTS, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_THUMBPRINT")
            .indexed("THUMBPRINT")
            .means("SHA-1 or SHA-256 thumbprint of the server's certificate, in hexadecimal. While you "
                    + "replace the certificate, set the old and the new one.")),
    DATACENTERS(key("datacenters", LIST, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .dormantVariable("VSPHERE_DATACENTER")
            .indexed("DATACENTERS")
            .means("Datacenters that contain the VMs of Nodes: names, inventory paths, patterns that fit one"
                    + " datacenter, or managed object references. If not set, the provider searches all datacenters.")),
    PROXY_URL(key("proxyUrl", PROXY, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .ofThisProject()
            .means("URL of the HTTP proxy for connections to the vCenter.")),
    NO_PROXY(key("noProxy", HOSTS, GLOBAL, VCENTER)
            .inherited(WHEN_ABSENT)
            .ofThisProject()
            .means("Servers that the provider reaches without the proxy; `*` means all."));

    private final KeyRow row;

    VcenterKey(KeyRow row) {
        this.row = row;
    }

    @Override
    public KeyRow row() {
        return row;
    }
}
