package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static dev.vspherecloud.ccm.application.scenario.lifecycle.StuckVcenter.because;
import static dev.vspherecloud.domain.reason.VsphereReason.CREDENTIALS_MISSING;
import static dev.vspherecloud.domain.reason.VsphereReason.LOGIN_REFUSED;
import static dev.vspherecloud.domain.reason.VsphereReason.PERMISSION_MISSING;
import static dev.vspherecloud.domain.reason.VsphereReason.TAGS_UNREAD;
import static dev.vspherecloud.domain.reason.VsphereReason.VCENTER_SILENT;
import static dev.vspherecloud.domain.reason.VsphereReason.VCENTER_UNREACHABLE;
import static dev.vspherecloud.domain.reason.VsphereReason.VCENTER_UNTRUSTED;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The causes that affect all Nodes of a vCenter, all at once, each with its own vCenter and user.
final class StuckVcenters {
    static final String PASSWORD = "Right-word-1!";
    static final String WRONG_PASSWORD = "Wrong-word-2!";

    private static final Fault BUSY = Fault.answer(503, "text/plain", "starting");

    private StuckVcenters() {}

    static final List<StuckVcenter> ALL = List.of(
            because("away", VCENTER_UNREACHABLE)
                    .by((_, site) -> site.proxy().cutAll())
                    .until((_, site) -> site.proxy().restore()),
            because("untrusted", VCENTER_UNTRUSTED)
                    .configured(StuckVcenters::withAnotherCa)
                    .until((bed, _) -> bed.write("vsphere.conf", correctedConfig(bed))),
            because("refused", LOGIN_REFUSED)
                    .configured(StuckVcenters::withSecret)
                    .by((bed, site) -> putSecret(bed, site, WRONG_PASSWORD))
                    .until((bed, site) -> putSecret(bed, site, site.vcenter().password())),
            because("unknown", CREDENTIALS_MISSING)
                    .configured(StuckVcenters::withSecret)
                    .until((bed, site) -> putSecret(bed, site, site.vcenter().password())),
            because("busy", VCENTER_SILENT)
                    .by((_, site) -> site.proxy().add(Rule.onAny().then(BUSY)))
                    .until((_, site) -> site.proxy().clearRules()),
            // Only once, since the program retries after five seconds and then after thirty.
            because("forbidden", PERMISSION_MISSING).by((_, site) -> site.proxy()
                    .add(Rule.on("CreateListView")
                            .times(1)
                            .then(Fault.soapFault("NoPermission", "Permission was denied.")))),
            because("restless", TAGS_UNREAD)
                    .by((_, site) -> site.proxy()
                            .add(Rule.when("REST", (name, _) -> name.contains("tagging/"))
                                    .then(BUSY)))
                    .until((_, site) -> site.proxy().clearRules()));

    static void prepare(TestBed bed) {
        for (StuckVcenter each : ALL) {
            String user = each.name() + "@vsphere.local";
            bed.addVcenter(each.name(), VcenterOptions.defaults().account(user, PASSWORD));
        }
    }

    static String config(TestBed bed) {
        return ALL.stream()
                .map(each -> each.config(bed))
                .collect(Collectors.joining("", "vcenter:\n", TestBed.labels()));
    }

    /// Returns the configuration without its own errors.
    private static String correctedConfig(TestBed bed) {
        return ALL.stream()
                .map(each -> each.code() == VCENTER_UNTRUSTED
                        ? bed.vcenter(each.name()).config()
                        : each.config(bed))
                .collect(Collectors.joining("", "vcenter:\n", TestBed.labels()));
    }

    private static String withAnotherCa(TestBed bed, VcenterSite site) {
        var file = bed.write("another.pem", ServerIdentity.generate().certificatePem());
        return site.config().replaceAll("caFile: .*", "caFile: " + file);
    }

    private static String withSecret(TestBed bed, VcenterSite site) {
        return site.entry("secretName: " + site.name(), "secretNamespace: kube-system", site.trust());
    }

    private static void putSecret(TestBed bed, VcenterSite site, String password) {
        var credentials = Map.of("127.0.0.1.username", site.vcenter().username(), "127.0.0.1.password", password);
        bed.objects().putSecret("kube-system", site.name(), credentials);
    }
}
