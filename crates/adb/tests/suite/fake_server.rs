//! An adb server that follows a script and watches that nothing is sent before its turn.

use adb::{Host, ServerAddr};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What one connection is asked, and what it answers to each request.
pub(crate) type Script = Vec<(&'static str, &'static [u8])>;

/// How answers are cut into writes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Manner {
    Whole,
    ByteByByte,
    Halves,
}

pub(crate) const MANNERS: [Manner; 3] = [Manner::Whole, Manner::ByteByByte, Manner::Halves];

pub(crate) struct FakeServer {
    pub(crate) host: Host,
    task: JoinHandle<()>,
}

impl FakeServer {
    /// Serves the scripts, one connection each, and closes each connection at the end of its own.
    pub(crate) async fn start(scripts: Vec<Script>, manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let task = tokio::spawn(async move {
            for script in scripts {
                let (socket, _) = listener.accept().await.expect("a client");
                serve(socket, script, manner).await;
            }
        });
        Self { host: Host::new(ServerAddr::loopback(port)), task }
    }

    /// Every script was played to its end.
    pub(crate) async fn finish(self) {
        self.task.await.expect("the client kept to the script");
    }
}

async fn serve(mut socket: TcpStream, script: Script, manner: Manner) {
    socket.set_nodelay(true).expect("an option of TCP");
    for (request, answer) in script {
        let mut digits = [0; 4];
        socket.read_exact(&mut digits).await.expect("a request");
        let digits = std::str::from_utf8(&digits).expect("hex digits");
        let mut text = vec![0; usize::from_str_radix(digits, 16).expect("hex digits")];
        socket.read_exact(&mut text).await.expect("a whole request");
        assert_eq!(String::from_utf8_lossy(&text), request);
        let pieces: Vec<&[u8]> = match manner {
            Manner::Whole => vec![answer],
            Manner::ByteByByte => answer.chunks(1).collect(),
            Manner::Halves => {
                let (first, second) = answer.split_at(answer.len() / 2);
                vec![first, second]
            }
        };
        for (index, piece) in pieces.into_iter().enumerate() {
            // The status is not complete before the fourth byte.
            if index == 0 {
                expect_silence(&socket).await;
            }
            socket.write_all(piece).await.expect("the client listens");
        }
    }
}

/// Lets the client run as long as it can: it must not send anything before its answer.
async fn expect_silence(socket: &TcpStream) {
    for _ in 0..20 {
        // Looks at the sockets, then runs every task that can.
        tokio::task::yield_now().await;
        let error = socket.try_read(&mut [0; 64]).expect_err("a request before its turn");
        assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
    }
}
