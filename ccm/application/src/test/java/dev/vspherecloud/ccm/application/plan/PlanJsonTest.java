package dev.vspherecloud.ccm.application.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.OutputFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanJsonTest {
    @Test
    void everyMemberIsAlwaysThere() {
        Plan all = UpstreamNodes.plan();
        var plan =
                new Plan(all.nodes().subList(1, 3), all.silentVcenters(), all.rules(), all.lost(), all.datacenters());

        assertThat(OutputFormat.JSON.structured(PlanJson.of(plan, List.of()))).isEqualTo("""
                {
                  "problems": [],
                  "notSupported": [],
                  "silentVcenters": [{"vcenter": "vc-b", "code": "VcenterUnreachable", "why": "nothing listens on vc-b:443"}],
                  "datacenters": [],
                  "presentDeletionSwitchedOff": false,
                  "nodes": [
                    {
                      "name": "lost",
                      "providerId": "vsphere://42000000-0000-0000-0000-0000000000a1",
                      "uninitialized": false,
                      "ready": "unknown",
                      "vm": null,
                      "prospect": "keeps",
                      "toBeLookedAt": true,
                      "writes": [],
                      "reasons": [
                        {
                          "code": "VmNotFound",
                          "message": "found no VM with provider ID vsphere://42000000-0000-0000-0000-0000000000a1 in vCenter vc-a: the VM is not there, or the vCenter account may not read it; give the account the role Read-only on the VM; until then the provider does not update this Node"
                        }
                      ],
                      "presentDeletes": {
                        "when": "now",
                        "code": "VmNotFound",
                        "why": "No vCenter shows a VM with its UUID. The VM may be gone or hidden from the account; the search cannot distinguish the two."
                      },
                      "oursDeletes": {
                        "when": "no",
                        "code": "VmNeverSeen",
                        "why": "this provider has never seen its VM, so it cannot prove that the VM is gone"
                      }
                    },
                    {
                      "name": "off",
                      "providerId": "vsphere://42000000-0000-0000-0000-0000000000a1",
                      "uninitialized": false,
                      "ready": "false",
                      "vm": {"name": "w-1", "vcenter": "vc-a", "moref": "vm-62"},
                      "prospect": "changes",
                      "toBeLookedAt": true,
                      "writes": [
                        {
                          "field": "spec.taints",
                          "key": "node.cloudprovider.kubernetes.io/shutdown",
                          "has": [],
                          "gets": ["NoSchedule"],
                          "code": "VmNotRunning",
                          "why": "its VM w-1 (vm-62 on vc-a) is off",
                          "afterSeconds": 0
                        }
                      ],
                      "reasons": [],
                      "presentDeletes": {"when": "no", "code": null, "why": null},
                      "oursDeletes": {"when": "no", "code": null, "why": "its VM exists"}
                    }
                  ],
                  "summary": {
                    "nodes": 2,
                    "prospects": {
                      "initialises": 0,
                      "changes": 1,
                      "records": 0,
                      "settled": 0,
                      "waits": 0,
                      "keeps": 1,
                      "unproven": 0,
                      "foreign": 0
                    },
                    "toBeLookedAt": 2,
                    "annotated": 0,
                    "written": 1,
                    "presentDeletes": {"no": 1, "now": 1, "onceNotReady": 0, "switchedOff": 0},
                    "oursDeletes": {"no": 2, "afterProof": 0, "kept": 0}
                  }
                }
                """);
    }
}
