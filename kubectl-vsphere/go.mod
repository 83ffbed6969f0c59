module dev.vspherecloud/kubectl-vsphere

go 1.26.0
