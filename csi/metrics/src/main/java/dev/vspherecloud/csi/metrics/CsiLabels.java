package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.observability.metrics.Label;
import java.util.Arrays;
import java.util.function.Function;

/// All metric labels of the CSI driver.
final class CsiLabels {
    private CsiLabels() {}

    /// The values of the label `status` of the Go driver's metrics about volumes.
    static final String PASS = "pass";

    static final String FAIL = "fail";

    /// The values of the label `status` of the Go driver's metric about requests.
    static final String SUCCESS = "success";

    static final String FAIL_UNKNOWN = "fail-unknown";

    static final Label VERSION = Label.open("version", "version of this program");

    static final Label VOLUME_TYPE = Label.of(
            "voltype",
            "`unknown`: the call failed before its type was known",
            texts(VolumeType.values(), VolumeType::text));

    static final Label OPERATION =
            Label.of("optype", "operation of CSI", texts(VolumeOperation.values(), VolumeOperation::text));

    static final Label CNS_OPERATION =
            Label.of("optype", "operation of CNS", texts(CnsOperation.values(), CnsOperation::text));

    static final Label STATUS = Label.of("status", "result of the operation", PASS, FAIL);

    static final Label FAULT = Label.of(
            "faulttype",
            "empty if the operation passed; `vim.fault.` is followed by the type of a vSphere fault, and "
                    + "`csi.fault.nonstorage.` marks a fault whose cause is not the storage",
            "",
            "csi.fault.Internal",
            "csi.fault.NotFound",
            "csi.fault.InvalidArgument",
            "csi.fault.Unimplemented",
            "csi.fault.TaskInfoEmpty",
            "csi.fault.TaskResultEmpty",
            "csi.fault.nonstorage.vim.fault.InvalidHostState",
            "csi.fault.nonstorage.vim.fault.HostNotConnected",
            "vim.fault.NotFound",
            "vim.fault.CnsFault",
            "vim.fault.CnsNotRegisteredFault",
            "vim.fault.CnsVolumeAlreadyExistsFault",
            "vim.fault.CnsAlreadyRegisteredFault",
            "vim.fault.NoDiskSpace",
            "vim.fault.NoPermission",
            "vim.fault.InvalidArgument",
            "vim.fault.InvalidState",
            "vim.fault.NotSupported",
            "vim.fault.ResourceInUse",
            "vim.fault.ManagedObjectNotFound",
            "vim.fault.RequestCanceled",
            "vim.fault.NotAuthenticated",
            "vim.fault.InvalidLogin");

    static final Label VCENTER = Label.open(
            "vcenter", "name of the vCenter in the configuration; the series end when the vCenter is removed from it");

    /// The label that vsphere-csi-driver (Go) uses.
    static final Label VC = Label.open("vc", "name of the vCenter in the configuration");

    static final Label METHOD = Label.of(
            "method",
            "SOAP method, or HTTP method and resource of another call",
            "CancelRetrievePropertiesEx",
            "CancelWaitForUpdates",
            "CnsAttachVolume",
            "CnsCreateSnapshots",
            "CnsCreateVolume",
            "CnsDeleteSnapshots",
            "CnsDeleteVolume",
            "CnsDetachVolume",
            "CnsExtendVolume",
            "CnsQueryAllVolume",
            "CnsQuerySnapshots",
            "CnsQueryVolume",
            "CnsQueryVolumeInfo",
            "CnsUpdateVolumeMetadata",
            "ContinueRetrievePropertiesEx",
            "CreateCollectorForEvents",
            "CreateCollectorForTasks",
            "CreateContainerView",
            "CreateFilter",
            "CreateListView",
            "CreatePropertyCollector",
            "CurrentTime",
            "DELETE session",
            "DestroyCollector",
            "DestroyPropertyCollector",
            "DestroyPropertyFilter",
            "DestroyView",
            "FindAllByDnsName",
            "FindAllByUuid",
            "GET categories",
            "GET category",
            "GET tag",
            "GET vimServiceVersions.xml",
            "GET vsanServiceVersions.xml",
            "HasUserPrivilegeOnEntities",
            "Login",
            "Logout",
            "ModifyListView",
            "PbmCheckCompatibility",
            "PbmQueryProfile",
            "PbmRetrieveContent",
            "PbmRetrieveServiceContent",
            "POST list-attached-tags-on-objects",
            "POST session",
            "QueryEvents",
            "ReadNextTasks",
            "RetrievePropertiesEx",
            "RetrieveServiceContent",
            "WaitForUpdatesEx");

    static final Label REQUEST = new Label(
            "request",
            "the same values as `method` of `vspherecloud_csi_vcenter_calls_total`",
            METHOD.values(),
            METHOD.isOpen());

    static final Label CLIENT =
            Label.of("client", "service of vCenter: `cns`, `pbm`, or `soap` for all others", "cns", "pbm", "soap");

    static final Label REQUEST_STATUS = Label.of("status", "result of the request", SUCCESS, FAIL_UNKNOWN);

    static final Label KIND = Label.of(
            "kind",
            "kind of error",
            "unreachable",
            "timeout",
            "tls",
            "proxy",
            "login_refused",
            "session_lost",
            "no_permission",
            "object_gone",
            "invalid_version",
            "canceled",
            "login_stopped",
            "invalid_property",
            "unsupported",
            "busy",
            "too_large",
            "protocol",
            "fault");

    static final Label SIDE =
            Label.of("side", "API of the vCenter: `soap` for everything except tags, `rest` for tags", "soap", "rest");

    static final Label LOGIN = Label.of(
            "result",
            "`unanswered`: no response, so the result is unknown; `taken_back`: vCenter did not check user and "
                    + "password",
            "accepted",
            "refused",
            "unanswered",
            "taken_back");

    static final Label RECORD_STATUS = Label.of(
            "status",
            "status of the last attempt in the record",
            texts(OperationStatus.Known.values(), OperationStatus.Known::text));

    static final Label RELOAD = Label.of(
            "result",
            "`refused`: the new configuration has errors, and the last valid one stays in use",
            "accepted",
            "refused");

    static final Label REFUSAL = Label.of(
            "reason",
            "`connection`: closed, because more were open than the limit; `page`: closed, or status 429, because "
                    + "more large pages were requested than the limit",
            "connection",
            "page");

    static final Label THREAD = Label.open("thread", "task of the thread");

    private static <E> String[] texts(E[] values, Function<E, String> text) {
        return Arrays.stream(values).map(text).toArray(String[]::new);
    }
}
