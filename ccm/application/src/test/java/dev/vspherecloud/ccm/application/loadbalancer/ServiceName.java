package dev.vspherecloud.ccm.application.loadbalancer;

record ServiceName(String namespace, String name) {
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
