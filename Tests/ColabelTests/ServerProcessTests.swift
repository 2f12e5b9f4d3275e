import Testing

@testable import colabel

@Suite("What the system tells of a process")
struct ServerProcessTests {
  @Test("CPU and memory, also of a program with a strange name")
  func usage() {
    let stat =
      "42 (a) b (c) S 1 42 42 0 -1 4194560 1 2 3 4 250 50 0 0 20 0 5 0 100 200 300 18446744073709551615 1 1"
    let usage = ProcessUsage(stat: stat, status: "Name:\ta\nVmRSS:\t    2048 kB\nThreads:\t5\n")
    #expect(usage?.cpu == 3_000_000_000)
    #expect(usage?.residentBytes == 2_097_152)
  }

  @Test("Nothing is made up from what cannot be read")
  func unreadable() {
    #expect(ProcessUsage(stat: "42", status: "") == nil)
    #expect(ProcessUsage(stat: "42 (a) S 1", status: "VmRSS: 1 kB") == nil)
    #expect(ProcessUsage.of("0") == nil)
  }

  @Test("Only sockets that listen on the port count")
  func sockets() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0
         1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 20 4 30 10 -1
         2: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0 0 10 0
      """
    #expect(ServerProcess.inodes(listeningOn: 8080, in: table) == ["4711"])
  }

  @Test("This process is told of")
  func own() throws {
    let usage = try #require(ProcessUsage.of("self"))
    #expect(usage.residentBytes > 1 << 20)
    #expect(try #require(ProcessUsage.exactCPU(of: "self")) > 0)
  }
}
