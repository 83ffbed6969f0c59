module dev.vspherecloud/release/launcher

go 1.26.0
