module dev.vspherecloud/servers/cluster-api

go 1.26.0

// Only its CustomResourceDefinitions are used; nothing is built.
require sigs.k8s.io/cluster-api v1.14.2
